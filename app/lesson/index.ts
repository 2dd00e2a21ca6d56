/** The lesson player. Route: #/lesson/<slug>?step=3 */
export { LessonPlayer } from "./LessonPlayer.tsx";
