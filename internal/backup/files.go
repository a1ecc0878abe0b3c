package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"axioma/internal/files"
)

// finish gives a whole copy its name, encrypted where it is for somebody, once it and its
// checksum are on disk.
func finish(whole, target string, readers []age.Recipient) (made Copy, err error) {
	if len(readers) == 0 {
		return name(whole, target)
	}
	place, err := newWorkplace(filepath.Dir(target))
	if err != nil {
		return Copy{}, err
	}
	defer func() { err = errors.Join(err, place.leave()) }()
	sealed := filepath.Join(place.folder, filepath.Base(target))
	if err := encrypt(whole, sealed, readers); err != nil {
		return Copy{}, err
	}
	return name(sealed, target)
}

// name writes the checksum of a file beside its place, and then has the file take it: a
// checksum without a file is no copy, and a file without its checksum is doubted.
func name(partial, target string) (Copy, error) {
	sum, size, err := digest(partial)
	if err != nil {
		return Copy{}, err
	}
	err = written(target+checksum, []byte(sum+"  "+filepath.Base(target)+"\n"))
	if err == nil {
		err = os.Rename(partial, target)
	}
	if err != nil {
		return Copy{}, errors.Join(fmt.Errorf("naming the copy: %w", err), files.Remove(target+checksum))
	}
	return Copy{Path: target, Bytes: size, SHA256: sum}, errors.Join(files.Adopt(target), files.Flush(filepath.Dir(target)))
}

// The signs that files of SQLite and of age begin with.
const (
	sqliteSign = "SQLite format 3\x00"
	ageSign    = "age-encryption.org/v1\n"
)

// isSound reports whether a file is a backup as it was written: it begins as one, and has the
// checksum that stands beside it, if any does.
func isSound(path string) bool {
	_, err := doubted(path)
	return err == nil && beginsRightly(path)
}

func beginsRightly(path string) bool {
	sign := sqliteSign
	if strings.HasSuffix(path, encrypted) {
		sign = ageSign
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	begin := make([]byte, len(sign))
	_, err = io.ReadFull(file, begin)
	return errors.Join(err, file.Close()) == nil && string(begin) == sign
}

// digest is the SHA-256 of a file in hexadecimal digits, and its size.
func digest(path string) (string, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, fmt.Errorf("reading the copy: %w", err)
	}
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", 0, fmt.Errorf("reading the copy: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), size, nil
}

// written makes a file for its owner, and has it on disk.
func written(path string, content []byte) error {
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return errors.Join(files.Adopt(path), files.Flush(path))
}

// encrypt makes a file that only some can read of one.
func encrypt(from, to string, readers []age.Recipient) error {
	return through(from, to, func(source io.Reader, target io.Writer) error {
		sealed, err := age.Encrypt(target, readers...)
		if err != nil {
			return fmt.Errorf("encrypting: %w", err)
		}
		if _, err := io.Copy(sealed, source); err != nil {
			return fmt.Errorf("encrypting: %w", err)
		}
		return sealed.Close()
	})
}

// decrypt undoes encrypt for whoever has one of the identities.
func decrypt(from, to string, identities []age.Identity) error {
	return through(from, to, func(source io.Reader, target io.Writer) error {
		plain, err := age.Decrypt(source, identities...)
		if err != nil {
			return fmt.Errorf("decrypting %s: %w", from, err)
		}
		if _, err := io.Copy(target, plain); err != nil {
			return unfit(fmt.Errorf("decrypting %s: it is damaged or was cut off: %w", from, err))
		}
		return nil
	})
}

// copied is a file as it is.
func copied(from, to string) error {
	return through(from, to, func(source io.Reader, target io.Writer) error {
		_, err := io.Copy(target, source)
		return err
	})
}

// through makes a file for its owner of what becomes of another one, and has it on disk.
func through(from, to string, change func(io.Reader, io.Writer) error) error {
	source, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("reading %s: %w", from, err)
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", to, err), source.Close())
	}
	err = change(source, target)
	if err == nil {
		err = target.Sync()
	}
	return errors.Join(err, target.Close(), source.Close())
}
