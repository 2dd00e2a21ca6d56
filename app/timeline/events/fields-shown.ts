/** The fields of a packet that a reader is to look at, by their names; null for all. The others wait for a button. */
import { createContext } from "react";

export const FieldsShown = createContext<readonly string[] | null>(null);
