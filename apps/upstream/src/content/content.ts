import type { CustomerSpeak } from '@meridian/contracts/site/customer-speak';
import type { Category } from '@meridian/contracts/site/courses/menu';
import type { Header, TrustedBy } from '@meridian/contracts/site/home';
import type { Testimonial, Trainer } from '@meridian/contracts/people';
import type { PolicyName } from '@meridian/contracts/site/policy-page';
import type { CataloguePost, Download } from './articles.ts';
import type { CatalogueCourse } from './course.ts';

/** Content for all calls, prepared when the files are read. */
export interface Content {
  header: Header;
  courseCategories: readonly Category[];
  /** In menu order: by category, then by the course's field `order`. */
  courses: readonly CatalogueCourse[];
  courseBySlug: ReadonlyMap<string, CatalogueCourse>;
  courseById: ReadonlyMap<number, CatalogueCourse>;
  /** Popular courses of the home page, in order. */
  featuredCourses: readonly CatalogueCourse[];
  blogCategories: readonly Category[];
  /** Newest first. */
  posts: readonly CataloguePost[];
  postBySlug: ReadonlyMap<string, CataloguePost>;
  resourceCategories: readonly Category[];
  ebooks: readonly Download[];
  practiceTests: readonly Download[];
  trustedBy: readonly TrustedBy[];
  trainers: readonly Trainer[];
  /** URLs of portraits by the name of the trainer. */
  portraits: ReadonlyMap<string, string>;
  homeTestimonials: readonly Testimonial[];
  customerSpeak: CustomerSpeak;
  /** HTML of the policy pages. */
  pages: ReadonlyMap<PolicyName, string>;
  /** Paths below `media/` of the files that exist. */
  media: ReadonlySet<string>;
}
