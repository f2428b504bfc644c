import type { Recipe } from './recipe.ts';
import { callRecipe } from './recipes/call.ts';
import { crmRecipe } from './recipes/crm.ts';
import { formRecipe } from './recipes/form.ts';
import { formWithFileRecipe } from './recipes/form-with-file.ts';
import { paymentProviderRecipe } from './recipes/payment-provider.ts';
import { screenRecipe } from './recipes/screen.ts';
import { settingRecipe } from './recipes/setting.ts';

/** All recipes, in CONTRIBUTING's order. */
export const recipes: readonly Recipe[] = [
  formRecipe,
  formWithFileRecipe,
  screenRecipe,
  callRecipe,
  settingRecipe,
  crmRecipe,
  paymentProviderRecipe,
];
