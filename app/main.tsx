/** The page starts. */
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/shell.css";

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with id "root"');
createRoot(root).render(<App />);
