/** A catalogue of any size. Items are computed on request, so the size costs nothing. */
import type { ReadCallName } from '@meridian/contracts/calls';
import { pageSizes } from '@meridian/contracts/calls';

type Fields = Record<string, unknown>;

export interface CatalogueSize {
  courses: number;
  posts: number;
}

const categories = ['Agile', 'Scrum', 'Project Management', 'DevOps', 'Quality'];
/** Number of the first course with counted seats. */
export const firstCountedCourse = 401;

const sectionItems = 12;
const batches = 24;
const sentence =
  'Practise with people who do this work every day, on cases from real projects and real teams. ';

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const numbers = (from: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, at) => from + at);

/** Numbers of the items on one page of a list; the number of an item is its offset. */
const page = (offset: number, size: number, total: number) => numbers(offset, Math.min(size, total - offset));

function listItem(course: number): Fields {
  const category = categories[course % categories.length] ?? '';
  return {
    name: `Course ${course} Certification Training`,
    category_name: category,
    category_seo_slug: slugOf(category),
    seo_slug: `course-${course}`,
  };
}

function card(course: number): Fields {
  return {
    ...listItem(course),
    image: `/media/course-${course % 16}.svg`,
    image_title: `Course ${course}`,
    description: sentence,
    level: 'Beginner',
    training_days: 2,
    learners_enrolled: 1_000 + course,
    rating: 4.8,
    fee: 24_999,
    discount_fee: 19_999,
    next_batch_date: '2031-01-04',
  };
}

const sectionItem =
  (kind: string) =>
  (number: number): Fields => ({
    id: number + 1,
    name: `${kind} ${number + 1}`,
    description: `<h3>${kind}</h3><p>${sentence.repeat(3)}</p><ul><li>${sentence}</li><li>${sentence}</li></ul>`,
  });
const objective = (number: number): Fields => ({ name: `Objective ${number + 1}`, description: sentence });

function batch(course: number, number: number): Fields {
  const day = String((number % 27) + 1).padStart(2, '0');
  return {
    id: course * 100 + number,
    start_date: `2031-01-${day}`,
    end_date: `2031-01-${day}`,
    day_type: number % 2 === 0 ? 'weekend' : 'weekday',
    time_type: 'morning',
    start_time: '09:00',
    end_time: '17:00',
    online_class_room: 'Live online',
    instructor_name: 'Asha Rao',
    price_off: 20,
    fee: 24_999,
    discount_fee: 19_999,
    selling_fast: number % 3 === 0 ? 1 : 0,
    ...(course >= firstCountedCourse && { seats_total: 10_000, seats_left: 10_000 }),
  };
}

function section(name: string, total: string, kind: string): Fields {
  return { [total]: sectionItems, [name]: numbers(0, pageSizes.section).map(sectionItem(kind)) };
}

function course(number: number): Fields {
  const bullets = numbers(1, 6).map((line) => ({ description: `${line}. ${sentence}` }));
  return {
    ...card(number),
    id: number,
    course_detail: bullets,
    course_overview: bullets,
    live_online_class_data: bullets,
    enterprise_training_data: bullets,
    upcoming_batches: numbers(0, 3).map((at) => batch(number, at)),
    ...section('curriculum', 'total_cur', 'Curriculum'),
    ...section('about_certification', 'total_about', 'Certification'),
    ...section('prerequisites', 'total_prerequisites', 'Prerequisite'),
    ...section('faq', 'total_faq', 'Question'),
    total_learning: sectionItems,
    learning_objectives: numbers(0, pageSizes.learningObjectives).map(objective),
    career_growth: {},
    course_student: numbers(1, 4).map(card),
    meta_title: `Course ${number}`,
    meta_description: sentence,
  };
}

function post(number: number): Fields {
  return {
    id: number,
    name: `Post ${number}`,
    image: `/media/post-${number % 16}.svg`,
    image_title: `Post ${number}`,
    seo_slug: `post-${number}`,
    author: 'Asha Rao',
    published: '2026-01-04',
  };
}

/** @returns the number in a slug, if there is such an item */
function numberOf(slug: unknown, max: number): number | undefined {
  const number = Number(/^(?:course|post)-(\d+)$/.exec(String(slug))?.[1]);
  return number >= 1 && number <= max ? number : undefined;
}

const moreItems = (kind: string) => (request: Fields) =>
  page(Number(request.offset ?? 0), pageSizes.section, sectionItems).map(sectionItem(kind));

/** @returns a function for each call, which answers a request; undefined for an item that does not exist */
export function generatedCatalogue({
  courses,
  posts,
}: CatalogueSize): Record<ReadCallName, (request: Fields) => unknown> {
  const categoryList = categories.map((name, at) => ({ id: at + 1, name }));
  const people = numbers(1, 6).map((id) => ({
    id,
    name: 'Asha Rao',
    designation: 'Coach',
    description: sentence,
    rating: 5,
  }));
  return {
    cat_course: () => numbers(1, courses).map(listItem),
    header: () => ({ discount_text: 'A fifth off this week', button_text: 'See the courses' }),
    course_category: () => categoryList,
    home: () => ({
      trusted_by: [],
      expert: people,
      testimonials: people,
      course: page(1, 8, courses + 1).map(card),
    }),
    customer_speak: () => ({
      our_customers_saying: people,
      hear_from_our_customers: [],
      share_your_experience: people,
    }),
    blog: ({ offset }) => ({
      latest_blog: page(Number(offset ?? 0), pageSizes.blog, posts).map((at) => post(at + 1)),
      total_blog: posts,
    }),
    blog_category: () => categoryList,
    blog_detail({ seo_slug: slug }) {
      const number = numberOf(slug, posts);
      return number && { ...post(number), description: `<p>${sentence.repeat(40)}</p>` };
    },
    course_details({ seo_slug: slug }) {
      const number = numberOf(slug, courses);
      return number && course(number);
    },
    add_more_course_curriculum: moreItems('Curriculum'),
    add_more_course_about_certification: moreItems('Certification'),
    add_more_course_learning_objectives: ({ offset }) =>
      page(Number(offset ?? 0), pageSizes.learningObjectives, sectionItems).map(objective),
    add_more_course_prerequisites: moreItems('Prerequisite'),
    add_more_course_faq: moreItems('Question'),
    page: () => ({ content: `<p>${sentence.repeat(40)}</p>` }),
    Resources: () => ({ ebook: [], practice_test: [] }),
    resources_category: () => categoryList,
    course_schedule({ id, offset }) {
      const number = Number(id);
      return number <= courses
        ? {
            ...listItem(number),
            id: number,
            total_schedule: batches,
            course_schedule: page(Number(offset ?? 0), pageSizes.schedule, batches).map((at) =>
              batch(number, at),
            ),
          }
        : undefined;
    },
  };
}
