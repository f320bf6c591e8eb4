import './styles/page.css';
import './components/ringlet-page.ts';
