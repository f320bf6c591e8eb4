import './styles/page.css';
import { beginEngine } from './engine/first.ts';

beginEngine();
void import('./components/ringlet-page.ts');
