import { ChevronRight } from '@meridian/ui/icons';
import { Link } from '../../ui/link.tsx';

const link = 'inline-flex min-h-8 items-center underline underline-offset-4';

/** Breadcrumb of a post. */
export function PostBreadcrumb() {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-soft">
        <li className="flex items-center gap-1">
          <Link to="/" className={link}>
            Home
          </Link>
          <ChevronRight aria-hidden="true" className="size-4" />
        </li>
        <li>
          <Link to="/blogs" className={link}>
            Blogs
          </Link>
        </li>
      </ol>
    </nav>
  );
}
