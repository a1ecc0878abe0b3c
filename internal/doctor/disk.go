package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"axioma/internal/backup"
	"axioma/internal/files"
)

// minFreeBytes is the free space that a server needs.
const minFreeBytes = 64 << 20

// checkDisk checks free space and file permissions.
func (e examination) checkDisk(ctx context.Context) []Finding {
	bytes, known := e.databaseSize(ctx)
	var findings []Finding
	if e.Database.URL == "" {
		if folder := absolutePath(e.Database.Folder); isFolder(folder) {
			findings = append(findings, checkFreeSpace(folder, "the data", minFreeBytes, 2*bytes,
				"the next upgrade makes a copy of the data before it changes them")...)
			findings = append(findings, e.checkFiles(folder, "data")...)
			findings = append(findings, checkWritable(folder)...)
		}
	}
	if folder := e.Settings.BackupTo; isFolder(folder) {
		folder = absolutePath(folder)
		findings = append(findings, checkFreeSpace(folder, "the copies", backup.RequiredBytes(bytes), 4*bytes, "a week of copies grows")...)
		findings = append(findings, e.checkFiles(folder, "backups")...)
	}
	if len(findings) == 0 {
		return finding("disk", OK, "no folder of this machine holds data or copies", "")
	}
	if !known && e.Database.URL != "" {
		return append(findings, Finding{
			Subject: "disk", State: Attention, Found: "how large the database is could not be asked, so nobody knows whether a copy has room",
			ToDo: "See to the database first.",
		})
	}
	return findings
}

// databaseSize returns the size of the data, if known.
func (e examination) databaseSize(ctx context.Context) (bytes int64, known bool) {
	if e.Database.URL == "" {
		bytes, err := fileSize(e.Database.Folder)
		return bytes, err == nil
	}
	server, err := e.database(ctx)
	return server.Bytes, err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.IsDir()
}

// checkFreeSpace compares the free space of a disk with what is needed now and later.
func checkFreeSpace(folder, whose string, atOnce, later int64, why string) []Finding {
	free, err := files.FreeBytes(folder)
	found := fmt.Sprintf("%s free for %s in %s", formatBytes(free), whose, folder)
	switch {
	case err != nil:
		return finding("disk", Fault, err.Error(), "Look whether the disk is there and may be read.")
	case free < atOnce:
		return finding("disk", Fault, found+fmt.Sprintf("; %s are needed", formatBytes(atOnce)),
			"Make room on this disk now, or move to a larger one: a server that cannot write refuses visits, and a copy without room is not made.")
	case free < later:
		return finding("disk", Attention, found+fmt.Sprintf("; %s and it wants %s", why, formatBytes(later)), "Make room on this disk before it comes to that.")
	}
	return finding("disk", OK, found, "")
}

// checkWritable checks that this account may write to the data folder.
func checkWritable(folder string) []Finding {
	if err := checkWriteAccess(folder); err != nil {
		return finding("disk", Attention, "this account may not write to "+folder+": "+err.Error(),
			"If the server runs as this account, give it the folder (chown). If it runs as another one, all is well: ask as that one to be sure.")
	}
	return nil
}

// absolutePath returns a path that does not depend on the working directory.
func absolutePath(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	return whole
}
