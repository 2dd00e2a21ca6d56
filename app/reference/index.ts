import "../papers/papers.css";
import "../papers/board.css";
import "../papers/board-lines.css";
import "../papers/marks.css";
import "./reference.css";

export { ReferencePlace } from "./ReferencePlace.tsx";
