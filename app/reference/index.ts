export { ReferencePlace } from "./ReferencePlace.tsx";
