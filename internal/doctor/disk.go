package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"axioma/internal/backup"
	"axioma/internal/files"
)

// leastFree is what a disk has to have free for a server to write in peace.
const leastFree = 64 << 20

// lookAtDisk finds how much room there is, and for whom the files are.
func (e examination) lookAtDisk(ctx context.Context) []Finding {
	bytes, known := e.size(ctx)
	var findings []Finding
	if e.Database.URL == "" {
		if folder := shownFolder(e.Database.Folder); isFolder(folder) {
			findings = append(findings, roomFor(folder, "the data", leastFree, 2*bytes,
				"the next upgrade makes a copy of the data before it changes them")...)
			findings = append(findings, e.lookAtFiles(folder, "data")...)
			findings = append(findings, unwritable(folder)...)
		}
	}
	if folder := e.Settings.BackupTo; isFolder(folder) {
		folder = shownFolder(folder)
		findings = append(findings, roomFor(folder, "the copies", backup.Needs(bytes), 4*bytes, "a week of copies grows")...)
		findings = append(findings, e.lookAtFiles(folder, "backups")...)
	}
	if len(findings) == 0 {
		return one("disk", OK, "no folder of this machine holds data or copies", "")
	}
	if !known && e.Database.URL != "" {
		return append(findings, Finding{
			Subject: "disk", State: Attention, Found: "how large the database is could not be asked, so nobody knows whether a copy has room",
			ToDo: "See to the database first.",
		})
	}
	return findings
}

// size is how many bytes the data have, where that can be told.
func (e examination) size(ctx context.Context) (bytes int64, known bool) {
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

// roomFor finds whether a disk has so much free: what is needed at once, and what will be.
func roomFor(folder, whose string, atOnce, later int64, why string) []Finding {
	free, err := files.Free(folder)
	found := fmt.Sprintf("%s free for %s in %s", size(free), whose, folder)
	switch {
	case err != nil:
		return one("disk", Fault, err.Error(), "Look whether the disk is there and may be read.")
	case free < atOnce:
		return one("disk", Fault, found+fmt.Sprintf("; %s are needed", size(atOnce)),
			"Make room on this disk now, or move to a larger one: a server that cannot write refuses visits, and a copy without room is not made.")
	case free < later:
		return one("disk", Attention, found+fmt.Sprintf("; %s and it wants %s", why, size(later)), "Make room on this disk before it comes to that.")
	}
	return one("disk", OK, found, "")
}

// unwritable finds whether this account may write to the folder of the data.
func unwritable(folder string) []Finding {
	if err := mayWrite(folder); err != nil {
		return one("disk", Attention, "this account may not write to "+folder+": "+err.Error(),
			"If the server runs as this account, give it the folder (chown). If it runs as another one, all is well: ask as that one to be sure.")
	}
	return nil
}

// shownFolder is a folder by its whole path: a person may stand in another one.
func shownFolder(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	return whole
}
