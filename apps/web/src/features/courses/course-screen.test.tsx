import { instance } from '@meridian/contracts/site/instance';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contact } from '../../content/contact.ts';
import { type Answers, ok, openSite, refused } from '../../testing/site.tsx';
import { courseWith, items } from './testing.ts';

const path = '/safe/safe-agilist-certification';
const home = ok({
  trusted_by: [{ id: 1, image: '/media/a.svg', name: 'Acme Mills' }],
  expert: [],
  testimonials: [],
  course: [],
});

async function openCourse(change: object = {}, answers: Answers = {}) {
  const view = await openSite(path, { home, course_details: ok(courseWith(change)), ...answers });
  await waitFor(() => expect(document.querySelector('h1')).toBeInTheDocument());
  return view;
}

const section = (name: string) => screen.getByRole('region', { name });

describe('the header of a course', () => {
  it('shows breadcrumb, learners, highlights, badges and both buttons', async () => {
    await openCourse();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'SAFe',
      'Leading SAFe',
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leading SAFe');
    expect(screen.getByText('4,200+').parentElement).toHaveTextContent('4,200+ learners enrolled');
    for (const text of ['SA', 'Intermediate', '2 days live', 'Learn to lead a train.', 'Two days live']) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole('img', { name: 'Course rated 4.8 out of 5' })).toBeInTheDocument();
    expect(screen.getByText('5 Jan 2026')).toHaveAttribute('datetime', '2026-01-05');
    const ofAll = `${instance().claims.rating?.value}/5`;
    expect(screen.getByText(ofAll).parentElement).toHaveTextContent(
      `${ofAll} from ${instance().claims.rating?.reviews}`,
    );
    expect(screen.getByRole('img', { name: 'Three trains' })).toHaveAttribute('src', '/media/course.svg');
    expect(screen.getByRole('button', { name: 'Download Syllabus' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View Schedule' })).toHaveAttribute('href', '/view-schedule/101');
  });

  it('shows no rating and no number of learners if the course has none', async () => {
    await openCourse({ rating: null, learners_enrolled: 0 });
    expect(screen.queryByRole('img', { name: /rated/i })).not.toBeInTheDocument();
    expect(screen.queryByText(/\d\/5/)).not.toBeInTheDocument();
    expect(screen.queryByText(/learners enrolled/)).not.toBeInTheDocument();
  });

  it('has fallback texts for missing data', async () => {
    await openCourse({ name: '', category_name: '', image: '', course_detail: [] });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Course name not available');
    expect(screen.getByText('Course category not available')).toBeInTheDocument();
    expect(screen.getAllByText('Course Image not available').length).toBeGreaterThan(0);
  });
});

/** Every specified field of a course with a unique value, and the element that shows it. */
const shownFields: readonly [field: string, value: unknown, shown: () => unknown][] = [
  ['id', 4711, () => document.querySelector('main a[href="/view-schedule/4711"]')],
  ['name', 'Name of it', () => screen.getByRole('heading', { level: 1, name: /Name of it/ })],
  ['category_name', 'Category of it', () => screen.getByText('Category of it')],
  ['learners_enrolled', 31_313, () => screen.getByText('31,313+')],
  ['image', '/media/only-here.svg', () => document.querySelector('img[src="/media/only-here.svg"]')],
  ['image_title', 'Image of it', () => screen.getByRole('img', { name: 'Image of it' })],
  ['course_detail', [{ description: 'A highlight' }], () => screen.getByText('A highlight')],
  ['course_overview', [{ description: 'An overview' }], () => screen.getByText('An overview')],
  ['live_online_class_data', [{ description: 'A live bullet' }], () => screen.getByText('A live bullet')],
  ['live_online_classroom_name', 'Room of it', () => screen.getByRole('heading', { name: 'Room of it' })],
  [
    'upcoming_batches',
    [{ id: 1, start_date: '2027-02-03', end_date: '2027-02-04', start_time: '10:30', end_time: '12:00' }],
    () => within(section('Course Fee')).getByText(/3 Feb 2027/),
  ],
  ['fee', 98_765, () => within(section('Course Fee')).getByText('₹98,765')],
  ['discount_fee', 12_345, () => within(section('Course Fee')).getByText('₹12,345')],
  ['enterprise_training_data', [{ description: 'For companies' }], () => screen.getByText('For companies')],
  ['curriculum', items(1, 'Chapter'), () => screen.getByText('Chapter 1', { selector: 'summary *' })],
  ['total_cur', 99, () => screen.getByText('4 of 99 modules shown')],
  ['about_certification', items(1, 'Exam'), () => screen.getByText('Exam 1', { selector: 'summary *' })],
  ['total_about', 99, () => screen.getByText('2 of 99 topics shown')],
  ['learning_objectives', [{ name: 'Aim', description: 'At it' }], () => screen.getByText('At it')],
  ['total_learning', 99, () => screen.getByText('10 of 99 objectives shown')],
  ['prerequisites', items(1, 'Need'), () => screen.getByText('Need 1', { selector: 'summary *' })],
  ['total_prerequisites', 99, () => screen.getByText('1 of 99 prerequisites shown')],
  ['faq', items(1, 'Why'), () => screen.getByText('Why 1', { selector: 'summary *' })],
  ['total_faq', 99, () => screen.getByText('2 of 99 questions shown')],
  [
    'course_student',
    [{ name: 'Other course', category_name: 'X', category_seo_slug: 'x', seo_slug: 'other' }],
    () => screen.getByRole('link', { name: 'Other course' }),
  ],
  ['description', 'Said of it', () => screen.getByText('Said of it')],
  ['training_days', 17, () => screen.getByText('17 days live')],
  ['published_date', '2019-08-07', () => screen.getByText('7 Aug 2019')],
  ['bonus', 'Extra of it', () => screen.getByText('Extra of it')],
  ['rating', 3.3, () => screen.getByText('3.3/5')],
  ['certified_image', '/media/paper.svg', () => document.querySelector('img[src="/media/paper.svg"]')],
  ['certified_image_title', 'Paper of it', () => screen.getByRole('img', { name: 'Paper of it' })],
];

describe('a course', () => {
  it.each(shownFields)('shows its %s', async (field, value, shown) => {
    // The field of the certificate's picture has two names, and only one of them is set.
    const otherName = field.replace('certified_', 'certificate_');
    await openCourse({ [otherName]: null, [field]: value });
    await waitFor(() => expect(shown()).toBeInTheDocument());
  });
});

describe('the tab strip', () => {
  it('links to each section, and has the phone number', async () => {
    await openCourse();
    const strip = screen.getByRole('navigation', { name: 'Course sections' });
    const links = within(strip).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Overview',
      'Course Curriculum',
      'About Certification',
      'Enroll Now',
      'Learning Objectives',
      'Prerequisites',
      'FAQ',
    ]);
    for (const link of links) {
      expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
    }
    const phones = screen.getAllByRole('link', { name: contact().phone });
    expect(strip.parentElement).toContainElement(phones[1] ?? null);
  });
});

describe('the sections of a course', () => {
  it('show overview and certificate, numbered objectives, and HTML as HTML', async () => {
    await openCourse();
    const overview = section('Course Overview');
    expect(within(overview).getByText('What SAFe is')).toBeInTheDocument();
    expect(within(overview).getByRole('img', { name: 'Sample certificate' })).toBeInTheDocument();
    expect(within(overview).getByText('Exam fee included')).toBeInTheDocument();
    const objectives = within(section('Learning Objectives')).getAllByRole('listitem');
    expect(objectives[1]).toHaveTextContent('2Objective 2');
    expect(
      within(section('Course Curriculum')).getByText('Module 3', { selector: 'strong' }),
    ).toBeInTheDocument();
  });

  it('show their first item expanded', async () => {
    await openCourse();
    for (const [name, count] of [
      ['Course Curriculum', 4],
      ['About Certification', 2],
      ['Prerequisites', 1],
      ['Frequently Asked Questions', 2],
    ] as const) {
      const opened = [...section(name).querySelectorAll('details')].map((item) => item.open);
      expect(opened, name).toEqual(Array.from({ length: count }, (_, index) => index === 0));
    }
  });

  it('have the title and text of every question', async () => {
    await openCourse();
    const questions = [...section('Frequently Asked Questions').querySelectorAll('details')];
    for (const [index, item] of questions.entries()) {
      expect(item.querySelector('summary')).toHaveTextContent(`Question ${index + 1}`);
      expect(within(item).getByText(`Question ${index + 1}`, { selector: 'strong' })).toBeInTheDocument();
    }
  });

  it('use the course’s titles if it has them', async () => {
    await openCourse({
      overview_title: 'What you learn',
      curriculum_title: 'Day by day',
      about_certification_title: 'The exam',
      learning_objectives_title: 'Afterwards you can',
      prerequisites_title: 'Who may come',
      faq_title: 'Asked often',
      career_growth_title: 'Where it leads',
    });
    for (const name of [
      'What you learn',
      'Day by day',
      'The exam',
      'Afterwards you can',
      'Who may come',
      'Asked often',
      'Where it leads',
    ]) {
      expect(section(name)).toBeInTheDocument();
    }
  });

  it.each([
    ['curriculum', 'Course Curriculum', 'Course Curriculum'],
    ['about_certification', 'About Certification', 'About Certification'],
    ['learning_objectives', 'Learning Objectives', 'Learning Objectives'],
    ['prerequisites', 'Prerequisites', 'Prerequisites'],
    ['faq', 'Frequently Asked Questions', 'FAQ'],
  ])('are absent, with their tab, if they are empty: %s', async (field, heading, tab) => {
    await openCourse({ [field]: [] });
    expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
    const tabs = within(screen.getByRole('navigation', { name: 'Course sections' }));
    expect(tabs.queryByRole('link', { name: tab })).not.toBeInTheDocument();
    expect(tabs.getAllByRole('link')).toHaveLength(6);
  });

  it('include the overview if there is a certificate or a bonus', async () => {
    await openCourse({ course_overview: [], certificate_image: '' });
    expect(section('Course Overview')).toHaveTextContent('Exam fee included');
  });

  it('do not include the overview without overview text, certificate and bonus', async () => {
    await openCourse({ course_overview: [], certificate_image: '', bonus: '' });
    expect(screen.queryByRole('heading', { name: 'Course Overview' })).not.toBeInTheDocument();
  });

  it('offer no download of files that the course does not have', async () => {
    await openCourse({ has_syllabus: 0, has_curriculum_file: 0 });
    expect(screen.getByRole('heading', { name: 'Course Curriculum' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Download/ })).not.toBeInTheDocument();
  });
});

describe('View More of a section', () => {
  const more = () => within(section('Course Curriculum')).getByRole('button', { name: 'View More' });
  const modules = () => section('Course Curriculum').querySelectorAll('details').length;

  it('appends the next items and disappears when all are shown', async () => {
    const requests: object[] = [];
    await openCourse(
      {},
      {
        add_more_course_curriculum: (request: object) => {
          requests.push(request);
          return ok(items(3, 'Module', 5));
        },
      },
    );
    expect(modules()).toBe(4);
    await userEvent.click(more());
    await waitFor(() => expect(modules()).toBe(7));
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Module 5'));
    expect(requests).toEqual([{ course_id: 101, offset: 4 }]);
    expect(
      within(section('Course Curriculum')).queryByRole('button', { name: 'View More' }),
    ).not.toBeInTheDocument();
    expect(within(section('Frequently Asked Questions')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('raises the offset of the objectives by 10', async () => {
    const requests: object[] = [];
    await openCourse(
      {},
      {
        add_more_course_learning_objectives: (request: object) => {
          requests.push(request);
          return ok(items(2, 'Objective', 11));
        },
      },
    );
    await userEvent.click(within(section('Learning Objectives')).getByRole('button', { name: 'View More' }));
    expect(await screen.findByText('Objective 12')).toBeInTheDocument();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Objective 11'));
    expect(requests).toEqual([{ course_id: 101, offset: 10 }]);
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('keeps the loaded items if further items fail to load (%#), and retries', async (answer, text) => {
    let tries = 0;
    await openCourse(
      {},
      {
        add_more_course_curriculum: () => {
          tries += 1;
          if (tries > 1) return ok(items(3, 'Module', 5));
          if (!answer) throw new TypeError('No answer');
          return answer;
        },
      },
    );
    await userEvent.click(more());
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(modules()).toBe(4);
    await userEvent.click(more());
    await waitFor(() => expect(modules()).toBe(7));
  });
});

/** @returns the selection in the address of a link to the checkout */
function checkoutOf(link: HTMLElement) {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.origin);
  expect(pathname).toBe('/checkout');
  return Object.fromEntries(searchParams);
}

const oneSeat = {
  course_id: '101',
  course_name: 'Leading SAFe',
  course_schedule_id: '7',
  course_fee: '18999',
  course_qty: '1',
};

describe('dates and prices', () => {
  it('have a row for each batch: days, hours, city, trainer with picture, price with GST first', async () => {
    await openCourse({
      upcoming_batches: [
        {
          ...courseWith().upcoming_batches[0],
          city: 'Pune',
          instructor_name: 'Devika Menon',
          instructor_image: '/media/people/devika.svg',
          fee: 30_000,
          discount_fee: 20_000,
        },
      ],
    });
    const [row] = within(section('Dates and prices')).getAllByRole('article');
    expect(row).toHaveTextContent(
      /Sat 5 Dec 2026 to Sun 6 Dec 2026.*9:00 am to 5:00 pm IST.*Classroom: Pune.*With Devika Menon/,
    );
    expect(row).toHaveTextContent(
      /₹23,600 incl\. GST.*₹30,000.*₹20,000 \+ 18% GST.*33% off: you save ₹11,800/,
    );
    expect(row?.querySelector('img')).toHaveAttribute('src', '/media/people/devika.svg');
    expect(checkoutOf(within(row as HTMLElement).getByRole('link', { name: /^Enroll/ }))).toEqual({
      ...oneSeat,
      course_fee: '20000',
    });
  });

  it('show the fee of the course if a batch has no fee', async () => {
    await openCourse();
    const [row] = within(section('Dates and prices')).getAllByRole('article');
    expect(row).toHaveTextContent('₹22,418.82 incl. GST');
    expect(checkoutOf(within(row as HTMLElement).getByRole('link', { name: /^Enroll/ }))).toEqual(oneSeat);
  });

  it('link to the checkout also from the card of live classes', async () => {
    await openCourse();
    const link = within(section('Course Fee')).getByRole('link', { name: /5 Dec 2026/ });
    expect(checkoutOf(link)).toEqual(oneSeat);
  });
});

describe('the course fee', () => {
  it('has a card for live classes, with batches and both prices', async () => {
    await openCourse();
    const card = within(section('Course Fee')).getByRole('heading', { name: 'Live online classroom' });
    const classroom = card.closest('article') as HTMLElement;
    expect(classroom).toHaveTextContent('Small groups');
    expect(classroom).toHaveTextContent('Upcoming batches');
    expect(classroom).toHaveTextContent('Sat 5 Dec 2026 to Sun 6 Dec 2026');
    expect(classroom).toHaveTextContent('9:00 am to 5:00 pm IST');
    expect(within(classroom).getByText('₹24,999').closest('s')).toBeInTheDocument();
    expect(classroom).toHaveTextContent('₹18,999');
    expect(within(classroom).getByRole('link', { name: 'Enroll Now' })).toHaveAttribute(
      'href',
      '/view-schedule/101',
    );
  });

  it('has a card for companies', async () => {
    await openCourse();
    const card = screen.getByRole('heading', { name: 'Enterprise Training' }).closest('article');
    expect(card).toHaveTextContent('On your own work');
    expect(
      within(card as HTMLElement).getByRole('button', { name: 'Skill Up Your Teams' }),
    ).toBeInTheDocument();
  });
});

describe('career growth', () => {
  it('has a tab for each role, with two charts and the demand', async () => {
    await openCourse();
    for (const name of ['Project Manager', 'Project Lead', 'PMO Lead', 'Project Director']) {
      await userEvent.click(screen.getByRole('tab', { name }));
      const panel = screen.getByRole('tabpanel', { name });
      expect(
        within(panel)
          .getAllByRole('img')
          .map((chart) => chart.getAttribute('alt')),
      ).toEqual([`Salary of a ${name}`, `Companies that hire a ${name}`]);
      for (const text of ['salary', 'hiring companies', '32%']) {
        expect(within(panel).getByText(`${name}: ${text}`)).toBeInTheDocument();
      }
      expect(panel).toHaveTextContent(`Demand${name}: 32%More openings for a ${name}`);
    }
  });

  it('has no tab for a role without data', async () => {
    const { career_growth: growth } = courseWith();
    await openCourse({ career_growth: { project_lead: growth.project_lead } });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Project Lead']);
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Project Lead: 32%');
  });
});

describe('the sidebar and the sections below', () => {
  it('have the advisor’s form, the link to all batches and the terms', async () => {
    await openCourse();
    const card = screen.getByRole('heading', { name: 'Talk to our advisor' }).parentElement?.parentElement;
    const advisor = within(card as HTMLElement);
    for (const label of ['Full Name', 'Email', 'Phone Number']) {
      expect(advisor.getByRole('textbox', { name: label })).toBeInTheDocument();
    }
    expect(advisor.getByRole('link', { name: 'View all schedule' })).toHaveAttribute(
      'href',
      '/view-schedule/101',
    );
    expect(advisor.getByRole('link', { name: 'Terms and Conditions' })).toHaveAttribute(
      'href',
      '/terms-and-conditions',
    );
    expect(advisor.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy');
  });

  it('have price, next batch and the enrol button in a sticky card', async () => {
    await openCourse();
    const aside = screen.getByRole('heading', { name: 'Talk to our advisor' }).closest('aside');
    expect(aside).toHaveTextContent('₹18,999');
    expect(aside).toHaveTextContent('Next batch: Sat 5 Dec 2026');
    expect(within(aside as HTMLElement).getByRole('link', { name: 'Enroll Now' })).toHaveAttribute(
      'href',
      '/view-schedule/101',
    );
  });

  it('have a bar on narrow screens, to enquire, call and enrol', async () => {
    await openCourse();
    const bar = within(section('Enquire, call or enrol'));
    const enquire = bar.getByRole('link', { name: 'Enquire' }).getAttribute('href') ?? '';
    expect(document.querySelector(enquire)).toHaveTextContent('Talk to our advisor');
    expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', contact().phoneHref);
    expect(bar.getByText('₹18,999')).toBeInTheDocument();
    expect(bar.getByText('₹22,418.82')).toBeInTheDocument();
    expect(bar.getByText('Sat 5 Dec 2026')).toBeInTheDocument();
    expect(checkoutOf(bar.getByRole('link', { name: 'Enroll' }))).toEqual(oneSeat);
  });

  it('have a bar that links to the schedule if there is no batch', async () => {
    await openCourse({ upcoming_batches: [] });
    const bar = within(section('Enquire, call or enrol'));
    expect(bar.getByRole('link', { name: 'Enroll' })).toHaveAttribute('href', '/view-schedule/101');
    expect(screen.queryByRole('heading', { name: 'Dates and prices' })).toBeNull();
  });

  it('have the logos, and related courses only if there are any', async () => {
    const { unmount } = await openCourse();
    expect(await screen.findByRole('img', { name: 'Acme Mills' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Students also signed up for' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Scrum at Scale' })).toHaveAttribute(
      'href',
      '/safe/safe-scrum-master-certification',
    );
    unmount();
    await openCourse({ course_student: [] });
    expect(screen.queryByRole('heading', { name: 'Students also signed up for' })).not.toBeInTheDocument();
  });
});

describe('the modals of a course', () => {
  it.each([
    ['Download Syllabus', 'Download Syllabus', 4],
    ['Download Curriculum', 'Download Curriculum', 4],
    ['Skill Up Your Teams', 'Skill up your team', 5],
  ])('%s opens its form', async (button, title, fields) => {
    await openCourse();
    await userEvent.click(screen.getByRole('button', { name: button }));
    const modal = await screen.findByRole('dialog', { name: title });
    expect(within(modal).getAllByRole('textbox')).toHaveLength(fields);
    const cancel = new Event('cancel', { cancelable: true });
    modal.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(modal).not.toHaveAttribute('open'));
  });
});

describe('the course page', () => {
  it('shows Loading... until the course is loaded', async () => {
    await openSite(path, { home, course_details: () => new Promise(() => undefined) });
    expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if the course fails to load (%#)', async (answer, text) => {
    await openSite(path, { home, course_details: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
