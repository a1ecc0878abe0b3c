package files

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// Identity distinguishes a file from copies by file index and creation time.
func Identity(path string) (identity string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("reading the identity of %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(file.Fd()), &info); err != nil {
		return "", fmt.Errorf("reading the identity of %s: %w", path, err)
	}
	return fmt.Sprintf("file %d-%d made %d", info.FileIndexHigh, info.FileIndexLow, info.CreationTime.Nanoseconds()), nil
}
