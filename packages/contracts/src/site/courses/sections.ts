import { z } from 'zod';
import { list } from '../../lenient.ts';
import { offset, requestId } from '../../requests.ts';
import { learningObjective, sectionItem } from './course.ts';

const request = z.object({ course_id: requestId, offset });

/** "View More" of an accordion section. */
export const moreSectionItems = { request, data: list(sectionItem) };

/** "View More" of the learning objectives. */
export const moreLearningObjectives = { request, data: list(learningObjective) };
