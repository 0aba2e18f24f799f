/** Draws the logo: a painted tile, four quarter circles around a diamond. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#2450b3" />
      <g fill="none" stroke="#ffffff" strokeWidth="2.4">
        <path d="M4 12.5A8.5 8.5 0 0 0 12.5 4" />
        <path d="M19.5 4A8.5 8.5 0 0 0 28 12.5" />
        <path d="M28 19.5A8.5 8.5 0 0 0 19.5 28" />
        <path d="M12.5 28A8.5 8.5 0 0 0 4 19.5" />
      </g>
      <path d="M16 9.6 22.4 16 16 22.4 9.6 16Z" fill="#ffffff" />
      <path d="M16 13.2 18.8 16 16 18.8 13.2 16Z" fill="#f6ca5b" />
    </svg>
  );
}
