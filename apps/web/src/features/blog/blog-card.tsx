import type { BlogListItem } from '@meridian/contracts/blog/blog';
import { formatDay } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';

/** A post in the grid. */
export function BlogCard({ post, eager }: { post: BlogListItem; eager: boolean }) {
  return (
    <article className="group relative flex w-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow hover:shadow-raised">
      <Picture
        src={post.image}
        alt=""
        width={800}
        height={450}
        eager={eager}
        className="aspect-video w-full bg-brand-faint object-cover"
      />
      <div className="flex grow flex-col p-5">
        <h3 className="text-xl">{post.name}</h3>
        <p className="mt-2 text-sm text-ink-soft">
          By {post.author}
          <span aria-hidden="true"> · </span>
          <time dateTime={post.published.slice(0, 10)}>{formatDay(post.published)}</time>
        </p>
        <Link
          to={`/blog/${post.seo_slug}`}
          className="mt-4 inline-flex min-h-8 items-center self-start font-semibold text-brand-strong underline underline-offset-4 after:absolute after:inset-0 after:rounded-lg"
        >
          View Detail <span className="sr-only">of {post.name}</span>
        </Link>
      </div>
    </article>
  );
}
