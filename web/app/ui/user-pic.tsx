import styles from './user-pic.module.css';

interface UserPicProps {
  firstname: string;
  lastname: string;
  photo: string | null | undefined;
  size?: number;
}

/** A user's photo or initials, hidden from screen readers, because the name is always shown next to it. */
export function UserPic({ firstname, lastname, photo, size = 40 }: UserPicProps) {
  const box = { width: size, height: size };
  if (photo)
    return <img className={styles.pic} src={photo} alt="" width={size} height={size} loading="lazy" style={box} />;
  // Off the scale: initials are part of a picture of any size.
  const letters = { ...box, fontSize: Math.round(size * 0.38) };
  return (
    <span className={styles.pic} aria-hidden="true" style={letters}>
      {`${firstname.charAt(0)}${lastname.charAt(0)}`.toUpperCase()}
    </span>
  );
}
