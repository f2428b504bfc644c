import type { Recipe } from './recipe.ts';
import { callRecipe } from './recipes/call.ts';
import { formRecipe } from './recipes/form.ts';
import { screenRecipe } from './recipes/screen.ts';
import { settingRecipe } from './recipes/setting.ts';

/** Every recipe of CONTRIBUTING, in its order. */
export const recipes: readonly Recipe[] = [formRecipe, screenRecipe, callRecipe, settingRecipe];
