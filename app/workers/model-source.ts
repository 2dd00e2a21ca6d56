/** The papers' models as text, each fetched when it is first asked for. */
const SOURCES = import.meta.glob<string>("../../engine/papers/*/model.py", { query: "?raw", import: "default" });

/** The text of a paper's model.py; rejects where the paper has none or it cannot be fetched. */
export async function modelSource(paper: string): Promise<string> {
  const load = SOURCES[`../../engine/papers/${paper}/model.py`];
  if (load === undefined) throw new Error(`Model: there is no model.py of ${JSON.stringify(paper)}.`);
  return load();
}
