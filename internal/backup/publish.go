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
	"axioma/internal/store"
)

func encryptAndPublish(whole, target string, readers []age.Recipient, manifestData Manifest) (result Result, err error) {
	if len(readers) == 0 {
		return publish(whole, target, manifestData)
	}
	place, err := store.NewStagingFolder(filepath.Dir(target), stagingPrefix)
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, place.Remove()) }()
	encryptedPath := filepath.Join(place.Path, filepath.Base(target))
	if err := encrypt(whole, encryptedPath, readers); err != nil {
		return Result{}, err
	}
	return publish(encryptedPath, target, manifestData)
}

// publish writes checksum and manifest first: alone they mean nothing, but a backup without checksum is reported.
func publish(partial, target string, manifestData Manifest) (Result, error) {
	sum, size, err := hashFile(partial)
	if err != nil {
		return Result{}, err
	}
	err = writeSynced(target+checksum, []byte(sum+"  "+filepath.Base(target)+"\n"))
	if err == nil {
		manifestData.Backup, manifestData.Bytes, manifestData.SHA256 = filepath.Base(target), size, sum
		err = manifestData.write(target + manifest)
	}
	if err == nil {
		err = os.Rename(partial, target)
	}
	if err != nil {
		return Result{}, errors.Join(fmt.Errorf("publishing the backup: %w", err), files.RemoveIfExists(target+checksum), files.RemoveIfExists(target+manifest))
	}
	return Result{Path: target, Bytes: size, SHA256: sum}, errors.Join(files.InheritOwner(target), files.SyncPath(filepath.Dir(target)))
}

// The first bytes of a backup.
const (
	sqliteHeader = "SQLite format 3\x00"
	ageHeader    = "age-encryption.org/v1\n"
)

func isSound(path string) bool {
	_, err := verifyChecksum(path)
	return err == nil && hasExpectedHeader(path)
}

func hasExpectedHeader(path string) bool {
	sign := sqliteHeader
	if strings.HasSuffix(path, encryptedEnding) {
		sign = ageHeader
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	begin := make([]byte, len(sign))
	_, err = io.ReadFull(file, begin)
	return errors.Join(err, file.Close()) == nil && string(begin) == sign
}

func hashFile(path string) (string, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, fmt.Errorf("reading the backup: %w", err)
	}
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", 0, fmt.Errorf("reading the backup: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), size, nil
}

func writeSynced(path string, content []byte) error {
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return errors.Join(files.InheritOwner(path), files.SyncPath(path))
}

func encrypt(from, to string, readers []age.Recipient) error {
	return transformFile(from, to, func(source io.Reader, target io.Writer) error {
		writer, err := age.Encrypt(target, readers...)
		if err != nil {
			return fmt.Errorf("encrypting: %w", err)
		}
		if _, err := io.Copy(writer, source); err != nil {
			return fmt.Errorf("encrypting: %w", err)
		}
		return writer.Close()
	})
}

func decrypt(from, to string, identities []age.Identity) error {
	return transformFile(from, to, func(source io.Reader, target io.Writer) error {
		plain, err := age.Decrypt(source, identities...)
		if err != nil {
			return fmt.Errorf("decrypting %s: %w", from, err)
		}
		if _, err := io.Copy(target, plain); err != nil {
			return unusableBackup(fmt.Errorf("decrypting %s: it is damaged or truncated: %w", from, err))
		}
		return nil
	})
}

func copyFile(from, to string) error {
	return transformFile(from, to, func(source io.Reader, target io.Writer) error {
		_, err := io.Copy(target, source)
		return err
	})
}

func transformFile(from, to string, change func(io.Reader, io.Writer) error) error {
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
