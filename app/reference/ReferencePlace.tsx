export function ReferencePlace({ section }: { readonly section: string | null }) {
  return <main>{section}</main>;
}
