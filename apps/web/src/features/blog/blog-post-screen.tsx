import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { api } from '../../api/api.ts';
import { formatDay } from '../../ui/dates.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Container } from '../../ui/section.tsx';
import { LeadForm } from '../leads/public.ts';
import { ShareLinks } from './share-links.tsx';

/** One post, set for reading, with the query form beside it. */
export function BlogPostScreen() {
  const { seoSlug = '' } = useParams();
  const query = api.endpoints.blog_detail.useQuery({ seo_slug: seoSlug });
  return (
    <Container className="py-8 sm:py-12">
      <QueryView query={query}>
        {(post) => (
          <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <article className="min-w-0">
              <nav aria-label="Breadcrumb">
                <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-soft">
                  <li>
                    <Link to="/" className="inline-flex min-h-8 items-center underline underline-offset-4">
                      Home
                    </Link>
                  </li>
                  <ChevronRight aria-hidden="true" className="size-4" />
                  <li>
                    <Link
                      to="/blogs"
                      className="inline-flex min-h-8 items-center underline underline-offset-4"
                    >
                      Blogs
                    </Link>
                  </li>
                </ol>
              </nav>
              <h1 className="mt-3 max-w-text text-3xl sm:text-4xl">{post.name}</h1>
              <p className="mt-4 text-ink-soft">
                By {post.author}
                <span aria-hidden="true"> · </span>
                <time dateTime={post.published.slice(0, 10)}>{formatDay(post.published)}</time>
              </p>
              <Picture
                src={post.image}
                alt={post.image_title}
                width={800}
                height={450}
                eager
                className="mt-6 aspect-video w-full rounded-lg bg-brand-faint object-cover"
              />
              <ShareLinks title={post.name} path={`/blog/${seoSlug}`} />
              <RichText html={post.description} className="reading mt-6 max-w-text text-lg" />
            </article>
            <aside className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 lg:sticky lg:top-24">
              <h2 className="mb-4 text-xl">Have any Queries? Get in Touch</h2>
              <ErrorBoundary>
                <QueryForm id={post.id} name={post.name} seoSlug={seoSlug} />
              </ErrorBoundary>
            </aside>
          </div>
        )}
      </QueryView>
    </Container>
  );
}

function QueryForm({ id, name, seoSlug }: { id: number; name: string; seoSlug: string }) {
  const context = useMemo(
    () => ({ blog_id: id, blog_name: name, blog_url: `/blog/${seoSlug}` }),
    [id, name, seoSlug],
  );
  return <LeadForm form="pmp_exam" context={context} />;
}
