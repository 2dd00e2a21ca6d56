import { hrefOf } from "../setup/link-table.ts";
import type { ReferenceSection } from "../setup/reference-sections.ts";
import type { ReferencePage } from "./pages.ts";

interface Props {
  readonly section: ReferenceSection;
  readonly pages: readonly ReferencePage[];
}

/** The pages of a section, each with the line that says what it is about. */
export function SectionIndex({ section, pages }: Props) {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <div className="groups">
      {groups.map((group) => (
        <section key={group}>
          {group !== "" && <h2>{group}</h2>}
          <ul className="index">
            {pages
              .filter((page) => page.group === group)
              .map(({ entry, title, about }) => (
                <li key={entry}>
                  <a href={hrefOf("reference", [section], { entry })}>{title}</a>
                  {about !== "" && <p>{about}</p>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
