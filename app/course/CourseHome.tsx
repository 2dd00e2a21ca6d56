export function CourseHome() { return <main><a href="#/lesson/where-2-66-ms-go">x</a></main>; }
