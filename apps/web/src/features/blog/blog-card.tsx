import { formatDate } from '@meridian/contracts/format-time';
import type { BlogListItem } from '@meridian/contracts/site/blog';
import { classNames } from '@meridian/ui/class-names';
import { Image } from '@meridian/ui/image';
import { memo } from 'react';
import { Link } from '../../ui/link.tsx';

/**
 * A post in the grid. The featured post spans a row. Memoised, so that it does not render again while more
 * posts load.
 */
export const BlogCard = memo(function BlogCard({
  post,
  eager,
  featured = false,
}: {
  post: BlogListItem;
  eager: boolean;
  featured?: boolean;
}) {
  return (
    <article
      className={classNames(
        'group relative flex w-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-shadow hover:shadow-raised',
        featured && 'sm:col-span-full lg:flex-row lg:items-center',
      )}
    >
      <Image
        src={post.image}
        alt=""
        width={800}
        height={450}
        eager={eager}
        className={classNames(
          'aspect-video w-full bg-brand-faint object-cover',
          featured && 'lg:w-3/5 lg:shrink-0',
        )}
      />
      <div className={classNames('flex min-w-0 grow flex-col p-5', featured && 'lg:px-10 lg:py-6')}>
        <h3 className={featured ? 'text-xl sm:text-2xl lg:text-3xl' : 'text-xl'}>{post.name}</h3>
        <p className="mt-2 text-sm text-ink-soft">
          By {post.author}
          <span aria-hidden="true"> · </span>
          <time dateTime={post.published.slice(0, 10)}>{formatDate(post.published)}</time>
        </p>
        <p className="mt-auto pt-4">
          <Link
            to={`/blog/${post.seo_slug}`}
            className="inline-flex min-h-8 items-center font-semibold text-brand-strong underline underline-offset-4 after:absolute after:inset-0 after:rounded-lg"
          >
            View Detail <span className="sr-only">of {post.name}</span>
          </Link>
        </p>
      </div>
    </article>
  );
});
