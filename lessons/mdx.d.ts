/** A lesson's prose, compiled: draws it with the components that it names. */
declare module "*.mdx" {
  import type { ComponentType, ReactNode } from "react";

  export default function Text(props: {
    readonly components: Readonly<Record<string, ComponentType<never>>>;
  }): ReactNode;
}
