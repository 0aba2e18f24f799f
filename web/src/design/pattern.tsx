import { useId } from 'react';
import classes from './pattern.module.css';

/**
 * Draws a wall of painted tiles as a background for empty space. It is decoration and hidden from screen
 * readers.
 */
export function TilePattern({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg className={`${classes.pattern} ${className ?? ''}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width="64" height="64" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="2">
            <path d="M0 22A22 22 0 0 0 22 0M42 0A22 22 0 0 0 64 22M64 42A22 22 0 0 0 42 64M22 64A22 22 0 0 0 0 42" />
            <path d="M0 11A11 11 0 0 0 11 0M53 0A11 11 0 0 0 64 11M64 53A11 11 0 0 0 53 64M11 64A11 11 0 0 0 0 53" />
            <path d="M32 16 48 32 32 48 16 32Z" />
          </g>
          <path d="M32 26 38 32 32 38 26 32Z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
