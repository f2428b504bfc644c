import type { LoadRequest } from './load.ts';

/** Number of batches on the first page of a schedule. */
const batches = 6;

/** @returns a function that returns valid orders of one seat, each with a new buyer and the next course */
export function createBuyers(): (firstCourse: number, courses: number) => LoadRequest {
  let buyers = 0;
  return (firstCourse, courses) => {
    buyers += 1;
    const course = firstCourse + (buyers % courses);
    const address = [10, (buyers >> 16) & 255, (buyers >> 8) & 255, buyers & 255].join('.');
    return {
      headers: { 'x-forwarded-for': address },
      body: JSON.stringify({
        course_id: course,
        course_schedule_id: course * 100 + (buyers % batches),
        number_of_course: 1,
        first_name: 'Asha',
        last_name: 'Nair',
        email: `asha.nair-${buyers}@visitor.example`,
        phone_number: '+91 98450 00000',
      }),
    };
  };
}
