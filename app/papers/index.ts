import "./papers.css";
import "./board.css";
import "./board-lines.css";
import "./cell-note.css";
import "./marks.css";

export { PapersPlace } from "./PapersPlace.tsx";
export { cellHref } from "./places.ts";
