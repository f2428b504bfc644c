import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { courseWith } from '../testing.ts';
import { courseHead } from './course-head.ts';

const publicUrl = 'https://academy.example';

describe('the metadata of a course', () => {
  beforeEach(() => void vi.stubEnv('SSR', true));
  afterEach(() => void vi.unstubAllEnvs());

  it('has title and description from the meta fields, else from the course', () => {
    expect(courseHead(courseWith(), publicUrl)).toMatchObject({
      title: 'Leading SAFe Certification Training',
      description: 'Become a SAFe Agilist.',
      canonical: '/safe/safe-agilist-certification',
    });
    expect(courseHead(courseWith({ meta_title: '', meta_description: '' }), publicUrl)).toMatchObject({
      title: 'Leading SAFe',
      description: 'Learn to lead a train.',
    });
  });

  it('uses each metadata field', () => {
    const head = courseHead(
      courseWith({
        category_seo_slug: 'its-category',
        seo_slug: 'its-slug',
        meta_title: 'Its title',
        meta_description: 'Its description',
        meta_keyword: 'its, keywords',
        canonical_url: 'https://elsewhere.example/its-address',
        image: '/media/its-image.svg',
      }),
      publicUrl,
    );
    expect(head).toMatchObject({
      title: 'Its title',
      description: 'Its description',
      canonical: 'https://elsewhere.example/its-address',
      image: '/media/its-image.svg',
    });
    expect(head.structuredData?.[0]).toMatchObject({ keywords: 'its, keywords' });
    const own = courseHead(
      courseWith({ category_seo_slug: 'its-category', seo_slug: 'its-slug' }),
      publicUrl,
    );
    expect(own.canonical).toBe('/its-category/its-slug');
  });

  it('has the canonical URL of the upstream', () => {
    expect(courseHead(courseWith({ canonical_url: '/safe/leading-safe' }), publicUrl).canonical).toBe(
      '/safe/leading-safe',
    );
  });

  it('states 10 hours, online mode and the price in INR as structured data', () => {
    const [course] = courseHead(courseWith(), publicUrl).structuredData ?? [];
    expect(course).toMatchObject({
      '@type': 'Course',
      url: `${publicUrl}/safe/safe-agilist-certification`,
      keywords: 'leading safe, safe agilist',
      hasCourseInstance: [
        {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseWorkload: 'PT10H',
          startDate: '2026-12-05T09:00:00+05:30',
          endDate: '2026-12-06T17:00:00+05:30',
        },
      ],
      offers: { '@type': 'Offer', category: 'Paid', priceCurrency: 'INR', price: 18_999 },
    });
  });

  it('states mode and hours if no batch is planned, and the course’s own hours', () => {
    const [course] =
      courseHead(courseWith({ upcoming_batches: [], workload_hours: 16 }), publicUrl).structuredData ?? [];
    expect(course).toMatchObject({
      hasCourseInstance: [{ '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT16H' }],
    });
  });

  it('states on-site mode with the city if a batch is in a classroom', () => {
    const [batch] = courseWith().upcoming_batches;
    if (!batch) throw new TypeError('the sample has a batch');
    const inClassroom = { ...batch, city: 'Chennai', online_class_room: '7 Cathedral Road' };
    const [course] =
      courseHead(courseWith({ upcoming_batches: [inClassroom] }), publicUrl).structuredData ?? [];
    expect(course).toMatchObject({
      hasCourseInstance: [
        {
          courseMode: 'Onsite',
          location: {
            '@type': 'Place',
            name: '7 Cathedral Road',
            address: { addressLocality: 'Chennai', addressCountry: 'IN' },
          },
        },
      ],
    });
  });

  it('has breadcrumbs', () => {
    const [, crumbs] = courseHead(courseWith(), publicUrl).structuredData ?? [];
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${publicUrl}/` },
        { position: 2, name: 'SAFe', item: `${publicUrl}/#popular-courses` },
        { position: 3, name: 'Leading SAFe', item: `${publicUrl}/safe/safe-agilist-certification` },
      ],
    });
  });
});
