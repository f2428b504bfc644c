import { type Course, courseDetails } from '@meridian/contracts/site/courses/course';

/** Numbered items of a section. */
export function items(count: number, what: string, from = 1) {
  return Array.from({ length: count }, (_, index) => ({
    id: from + index,
    name: `${what} ${from + index}`,
    description: `<p>About <strong>${what} ${from + index}</strong></p>`,
  }));
}

const role = (name: string) => ({
  first_title: `${name}: salary`,
  first_image: `/media/${name}-1.svg`,
  first_image_title: `Salary of a ${name}`,
  second_title: `${name}: hiring companies`,
  second_image: `/media/${name}-2.svg`,
  second_image_title: `Companies that hire a ${name}`,
  demand_title: `${name}: 32%`,
  demand_description: `More openings for a ${name}`,
});

/** A complete course, as returned by the API. */
export function courseWith(change: object = {}): Course {
  return courseDetails.data.parse({
    id: 101,
    name: 'Leading SAFe',
    category_name: 'SAFe',
    category_seo_slug: 'safe',
    seo_slug: 'safe-agilist-certification',
    description: 'Learn to lead a train.',
    level: 'Intermediate',
    training_days: 2,
    published_date: '2026-01-05',
    bonus: 'Exam fee included',
    rating: 4.8,
    learners_enrolled: 4200,
    image: '/media/course.svg',
    image_title: 'Three trains',
    course_detail: [{ description: 'Two days live' }, { description: 'Exam included' }],
    course_overview: [{ description: 'What SAFe is' }],
    certificate_image: '/media/certificate.svg',
    certificate_image_title: 'Sample certificate',
    live_online_classroom_name: 'Live online classroom',
    live_online_class_data: [{ description: 'Small groups' }],
    upcoming_batches: [
      {
        id: 7,
        start_date: '2026-12-05',
        end_date: '2026-12-06',
        day_type: 'weekend',
        time_type: 'day',
        start_time: '09:00',
        end_time: '17:00',
      },
    ],
    fee: 24_999,
    discount_fee: 18_999,
    enterprise_training_data: [{ description: 'On your own work' }],
    total_cur: 7,
    curriculum: items(4, 'Module'),
    total_about: 2,
    about_certification: items(2, 'Topic'),
    total_learning: 12,
    learning_objectives: items(10, 'Objective'),
    total_prerequisites: 1,
    prerequisites: items(1, 'Prerequisite'),
    total_faq: 2,
    faq: items(2, 'Question'),
    career_growth: {
      project_manager: role('Project Manager'),
      project_lead: role('Project Lead'),
      pmo_lead: role('PMO Lead'),
      project_director: role('Project Director'),
    },
    course_student: [
      {
        name: 'Scrum at Scale',
        category_name: 'SAFe',
        category_seo_slug: 'safe',
        seo_slug: 'safe-scrum-master-certification',
      },
    ],
    meta_title: 'Leading SAFe Certification Training',
    meta_description: 'Become a SAFe Agilist.',
    meta_keyword: 'leading safe, safe agilist',
    ...change,
  });
}
