package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"axioma/internal/backup"
	"axioma/internal/store"
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
			findings = append(findings, exposed(folder)...)
		}
	}
	if folder := e.Settings.BackupTo; isFolder(folder) {
		folder = shownFolder(folder)
		findings = append(findings, roomFor(folder, "the copies", backup.Needs(bytes), 4*bytes, "a week of copies grows")...)
		findings = append(findings, readCopies(folder)...)
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
	free, err := store.Free(folder)
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

// exposed finds files of the data that others of the machine can read, or that the owner of
// the folder cannot.
func exposed(folder string) []Finding {
	var findings []Finding
	files, err := filepath.Glob(store.FileIn(folder) + "*")
	if err != nil {
		return nil // no such pattern is wrong
	}
	var read, foreign []string
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			continue // it has just gone
		}
		if info.Mode().Perm()&0o077 != 0 && forOthers() {
			read = append(read, file)
		}
		if !sameOwner(folder, info) {
			foreign = append(foreign, file)
		}
	}
	if len(read) > 0 {
		findings = append(findings, one("disk", Attention, "other accounts of this machine can read "+strings.Join(read, ", ")+", which has the phones of all customers",
			"chmod 600 "+strings.Join(read, " "))...)
	}
	if len(foreign) > 0 {
		findings = append(findings, one("disk", Fault, strings.Join(foreign, ", ")+" does not belong to the account that has the folder: a server of that account cannot open it",
			"sudo chown --reference="+folder+" "+strings.Join(foreign, " "))...)
	}
	if err := mayWrite(folder); err != nil {
		findings = append(findings, one("disk", Attention, "this account may not write to "+folder+": "+err.Error(),
			"If the server runs as this account, give it the folder (chown). If it runs as another one, all is well: ask as that one to be sure.")...)
	}
	return findings
}

// readCopies finds copies that others of the machine can read.
func readCopies(folder string) []Finding {
	copies, err := filepath.Glob(filepath.Join(folder, "axioma-*.db"))
	if err != nil || !forOthers() {
		return nil
	}
	open := 0
	for _, path := range copies {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
			open++
		}
	}
	if open == 0 {
		return nil
	}
	return one("disk", Attention, fmt.Sprintf("other accounts of this machine can read %s in %s, with the phones of all customers", count(int64(open), "copy"), folder),
		"chmod 600 "+filepath.Join(folder, "axioma-*.db")+"; or have copies encrypted: AXIOMA_BACKUP_FOR (docs/operate/backup.md).")
}

// shownFolder is a folder by its whole path: a person may stand in another one.
func shownFolder(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	return whole
}
