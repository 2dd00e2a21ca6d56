import "./papers.css";
import "./board.css";
import "./marks.css";

export { PapersPlace } from "./PapersPlace.tsx";
export { cellHref } from "./places.ts";
