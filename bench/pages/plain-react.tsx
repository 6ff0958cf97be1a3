import { PlainReact } from '../twins/plain-react.js';
import { present } from './present.js';

present(PlainReact);
