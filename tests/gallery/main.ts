import { mount } from 'svelte';
import '../../src/fonts.css';
import '../../src/app.css';
import Gallery from './Gallery.svelte';

/** `?dark` and `?rtl` in the address change the look. */
const look = new URLSearchParams(location.search);
document.documentElement.classList.toggle('dark', look.has('dark'));
document.documentElement.dir = look.has('rtl') ? 'rtl' : 'ltr';
mount(Gallery, { target: document.body });
