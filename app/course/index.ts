/** The course home. Route: #/ */
export { CourseHome } from "./CourseHome.tsx";
