import type { ContentFiles } from './content-files.ts';
import type { CareerGrowthEntry } from './site-files.ts';

function careerImages(tabs: CareerGrowthEntry): string[] {
  return Object.values(tabs).flatMap((tab) => [tab.first_image, tab.second_image]);
}

function* namedMedia(files: ContentFiles): Generator<string> {
  for (const { value } of files.courses) {
    const { entry } = value;
    yield* [entry.image, entry.certificate_image];
    yield* [entry.syllabus_file, entry.curriculum_file].filter((path) => path !== undefined);
    if (entry.career_growth) yield* careerImages(entry.career_growth);
  }
  for (const { value } of files.posts) yield value.fields.image;
  for (const { value } of [...files.ebooks, ...files.practiceTests]) yield* [value.image, value.file];
  for (const { image } of [...files.trainers, ...files.testimonials, ...files.trustedBy]) yield image;
  yield* careerImages(files.careerGrowth);
}

/** Referenced media that does not exist, without duplicates. */
export function missingMedia(files: ContentFiles, media: ReadonlySet<string>): string[] {
  const isLocal = (path: string) => !path.startsWith('https:');
  return [...new Set(namedMedia(files))].filter((path) => isLocal(path) && !media.has(path)).sort();
}
