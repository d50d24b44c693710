export { textOf } from '../../writing/text-of';
