import type { CustomerSpeak } from '@meridian/contracts/customers/customer-speak';
import type { Category } from '@meridian/contracts/courses/menu';
import type { Header, TrustedBy } from '@meridian/contracts/home/home';
import type { Testimonial, Trainer } from '@meridian/contracts/people';
import type { PolicyName } from '@meridian/contracts/policies/page';
import type { CataloguePost, Download } from './articles.ts';
import type { CatalogueCourse } from './course.ts';

/** All that the calls answer, prepared when the files were read. */
export interface Content {
  header: Header;
  courseCategories: readonly Category[];
  /** In the order of the menu: by category, then by the course's own order. */
  courses: readonly CatalogueCourse[];
  courseBySlug: ReadonlyMap<string, CatalogueCourse>;
  courseById: ReadonlyMap<number, CatalogueCourse>;
  /** The home page's popular courses, by their own order. */
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
  homeTestimonials: readonly Testimonial[];
  customerSpeak: CustomerSpeak;
  /** HTML of each policy page. */
  pages: ReadonlyMap<PolicyName, string>;
  /** What can be served, as paths below `media/`. */
  media: ReadonlySet<string>;
  /** Pictures and files that are named somewhere and are not there. */
  missingMedia: readonly string[];
}
