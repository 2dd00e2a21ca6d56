/**
 * What each kind of package says of itself to a learning platform. Every lesson is a unit of its own, so that a
 * platform keeps state, score and completion for each of them.
 */

/** A lesson in a package. */
export interface PackedUnit {
  readonly slug: string;
  readonly title: string;
  readonly question: string; // that it answers
  readonly page: string; // its file in the package, or its whole address in a cartridge
}

export interface Contents {
  readonly title: string;
  readonly units: readonly PackedUnit[];
  readonly files: readonly string[]; // beside the units’ pages
}

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const fileLine = (name: string): string => `      <file href="${escapeXml(name)}"/>`;
const COMMON = "site"; // the resource that all lessons share

interface Scorm {
  readonly attributes: string;
  readonly version: string;
  readonly type: string; // the attribute that tells units from other files
  readonly item: string; // what a unit says of how it is tracked
  readonly organization: string;
}

const SCORM: Readonly<Record<"scorm12" | "scorm2004", Scorm>> = {
  scorm12: {
    attributes: `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  ${XSI}
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd"`,
    version: "1.2",
    type: "adlcp:scormtype",
    item: "",
    organization: "",
  },
  scorm2004: {
    attributes: `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
  ${XSI}
  xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd
    http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd
    http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd"`,
    version: "2004 4th Edition",
    type: "adlcp:scormType",
    // The lesson says completion and success itself: a platform concludes nothing from what it does not say.
    item: `
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>`,
    organization: `
      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true"/>
      </imsss:sequencing>`,
  },
};

/** imsmanifest.xml of SCORM 1.2 or of SCORM 2004, 4th edition. */
export function scormManifest(kind: "scorm12" | "scorm2004", { title, units, files }: Contents): string {
  const { attributes, version, type, item, organization } = SCORM[kind];
  const items = units.map(
    (unit) => `
      <item identifier="item-${unit.slug}" identifierref="lesson-${unit.slug}" isvisible="true">
        <title>${escapeXml(unit.title)}</title>${item}
      </item>`,
  );
  const resources = units.map(
    ({ slug, page }) => `    <resource identifier="lesson-${slug}" type="webcontent" ${type}="sco" href="${page}">
${fileLine(page)}
      <dependency identifierref="${COMMON}"/>
    </resource>`,
  );
  return `${HEAD}<manifest identifier="roundtrip" version="1.0"
  ${attributes}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${version}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escapeXml(title)}</title>${items.join("")}${organization}
    </organization>
  </organizations>
  <resources>
${resources.join("\n")}
    <resource identifier="${COMMON}" type="webcontent" ${type}="asset">
${files.map(fileLine).join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

const cmi5Text = (name: string, text: string): string =>
  `<${name}><langstring lang="en">${escapeXml(text)}</langstring></${name}>`;

/** cmi5.xml. A lesson is done once it is completed; a platform may ask for more. */
export function cmi5Structure({ title, units }: Contents): string {
  const lessons = units.map(
    ({ slug, title: name, question, page }) => `  <au id="urn:x-roundtrip:lesson:${slug}" moveOn="Completed">
    ${cmi5Text("title", name)}
    ${cmi5Text("description", question)}
    <url>${escapeXml(page)}</url>
  </au>`,
  );
  const id = units.length === 1 ? `lessons:${units.map(({ slug }) => slug).join()}` : `lessons:${units.length}`;
  return `${HEAD}<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:x-roundtrip:course:${id}">
    ${cmi5Text("title", title)}
    ${cmi5Text("description", "Remote procedure calls taken apart: papers, models and simulations side by side.")}
  </course>
${lessons.join("\n")}
</courseStructure>
`;
}

/** The files of a Common Cartridge 1.1: a link to each lesson on the site. */
export function cartridgeFiles({ title, units }: Contents): Readonly<Record<string, string>> {
  const links = units.map(({ slug, title: name, page }): [string, string] => [
    `${slug}.xml`,
    `${HEAD}<webLink xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imswl_v1p1">
  <title>${escapeXml(name)}</title>
  <url href="${escapeXml(page)}" target="_blank"/>
</webLink>
`,
  ]);
  const items = units.map(
    ({ slug, title: name }) => `
        <item identifier="item-${slug}" identifierref="link-${slug}">
          <title>${escapeXml(name)}</title>
        </item>`,
  );
  const resources = units.map(
    ({ slug }) => `
    <resource identifier="link-${slug}" type="imswl_xmlv1p1">
${fileLine(`${slug}.xml`)}
    </resource>`,
  );
  const manifest = `${HEAD}<manifest identifier="roundtrip"
  xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
  xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest">
  <metadata>
    <schema>IMS Common Cartridge</schema>
    <schemaversion>1.1.0</schemaversion>
    <lomimscc:lom>
      <lomimscc:general>
        <lomimscc:title>
          <lomimscc:string language="en">${escapeXml(title)}</lomimscc:string>
        </lomimscc:title>
      </lomimscc:general>
    </lomimscc:lom>
  </metadata>
  <organizations>
    <organization identifier="course" structure="rooted-hierarchy">
      <item identifier="root">${items.join("")}
      </item>
    </organization>
  </organizations>
  <resources>${resources.join("")}
  </resources>
</manifest>
`;
  return { "imsmanifest.xml": manifest, ...Object.fromEntries(links) };
}
