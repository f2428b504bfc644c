/** Sets the sample instance before each test file, as a start does. */
import { setInstance } from '@meridian/contracts/site/instance';
import { sampleFolder } from '@meridian/instance/sample';

setInstance(sampleFolder.instance);
