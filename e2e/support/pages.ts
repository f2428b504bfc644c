import type { Page } from '@playwright/test';
import { hydrated } from './hydrated.ts';

/** A page as visitors and search engines see it. */
export interface SitePage {
  path: string;
  /** Without the name of the brand. */
  title: string;
  bodyClass: string;
  /** Texts in the initial HTML. */
  words: readonly string[];
  /** Set if the page is not indexable. */
  noindex?: true;
  /** Types of the page's structured data. */
  data?: readonly string[];
}

export const coursePath = '/safe/safe-agilist-certification';
export const postPath = '/blog/daily-scrum-without-status-reports';

/** Every route of the specification, with one course, one post and one schedule. */
export const pages: readonly SitePage[] = [
  {
    path: '/',
    title: 'Home',
    bodyClass: 'home-page',
    words: ['Popular Courses', 'Our Expert Trainers', 'Testimonials', 'Vision', 'Mission', 'Leading SAFe'],
    data: ['EducationalOrganization', 'ItemList'],
  },
  { path: '/home', title: 'Home', bodyClass: 'home-page', words: ['Popular Courses', 'Leading SAFe'] },
  {
    path: '/about-us',
    title: 'About Us',
    bodyClass: 'about-us-page',
    words: ['Overview', 'Our reach', 'What we do', 'How we do it'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/corporate',
    title: 'Corporate',
    bodyClass: 'corporate-page',
    words: ['SAFe certifications', 'DevOps workshops', 'Company Name', 'Messages'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/resources',
    title: 'Resources',
    bodyClass: 'resources-page',
    words: ['E-Books', 'Practice Test Courses', 'The Sprint Planning Pocket Book', 'Clear'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/blogs',
    title: 'Blogs',
    bodyClass: 'blog-list-page',
    words: ['Latest Posts', 'View Detail', 'View More', 'Select categories', 'Careers'],
  },
  {
    path: postPath,
    title: 'Repairing a Daily Scrum that became a status meeting',
    bodyClass: 'blog-page',
    words: ['A quick test: who do people look at', 'Have any Queries? Get in Touch', 'Arvind Kulshreshtha'],
    data: ['BlogPosting', 'BreadcrumbList'],
  },
  {
    path: '/contact-us',
    title: 'Contact Us',
    bodyClass: 'contact-us-page',
    words: ['First Name', 'Messages'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/customer-speak',
    title: 'Customer Speak',
    bodyClass: 'customer-speak-page',
    words: ['Hear from Our Certified Professionals', 'Passing the PMP exam with a full-time job'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/become-an-instructor',
    title: 'Become an Instructor',
    bodyClass: 'become-an-instructor-page',
    words: ['Full Name', 'Resume', 'Apply Now'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/partner-with-us',
    title: 'Partner With Us',
    bodyClass: 'partner-with-us-page',
    words: ['Company Name', 'Messages'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/terms-and-conditions',
    title: 'Terms and Conditions',
    bodyClass: 'policy-page',
    words: ['<h2'],
  },
  { path: '/privacy-policy', title: 'Privacy Policy', bodyClass: 'policy-page', words: ['<h2'] },
  {
    path: '/cancellation-and-refund-policy',
    title: 'Cancellation and Refund Policy',
    bodyClass: 'policy-page',
    words: ['<h2'],
  },
  {
    path: '/complaint-handling-policy',
    title: 'Complaint Handling Policy',
    bodyClass: 'policy-page',
    words: ['<h2'],
  },
  { path: '/checkout', title: 'Checkout', bodyClass: 'checkout-page', words: ['Checkout'], noindex: true },
  {
    path: '/view-schedule/101',
    title: 'Leading SAFe (SAFe Agilist) Certification Training: Schedule and Fees',
    bodyClass: 'schedule-page',
    words: ['Weekday', 'Weekend', 'Enroll', 'IST', 'incl. GST', '5000 + Enrolled'],
  },
  {
    path: '/thankyou',
    title: 'Thank You',
    bodyClass: 'thank-you-page',
    words: ['Thanks For Registering for the Course!', 'Back to Home'],
    noindex: true,
  },
  {
    path: coursePath,
    title: 'Leading SAFe (SAFe Agilist) Certification Training',
    bodyClass: 'course-page',
    words: [
      'Download Syllabus',
      'View Schedule',
      'Download Curriculum',
      'Course Fee',
      'Enterprise Training',
      'Skill Up Your Teams',
      'Talk to our advisor',
      'View all schedule',
      'Project Director',
      'Students also signed up for',
      'Trusted By',
    ],
    data: ['Course', 'BreadcrumbList'],
  },
  { path: '/demo', title: 'Demo', bodyClass: 'demo-page', words: ['Demo'], noindex: true },
  {
    path: '/test',
    title: 'Test',
    bodyClass: 'test-page',
    words: ['Section 1', 'Section 2', 'Section 3'],
    noindex: true,
  },
];

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Answers each request to another site with an image. */
export async function standInForOtherSites(page: Page): Promise<void> {
  await page.route(/^https:/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"/>',
    }),
  );
}
