import { z } from 'zod';
import { offset, requestId } from '../requests.ts';
import { list } from '../untidy.ts';
import { learningObjective, sectionItem } from './course.ts';

const request = z.object({ course_id: requestId, offset });

/** "View More" of an accordion section. */
export const moreSectionItems = { request, data: list(sectionItem) };

/** "View More" of the learning objectives. */
export const moreLearningObjectives = { request, data: list(learningObjective) };
