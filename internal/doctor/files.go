package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// file is a file or a folder of the program.
type file struct {
	path string
	info fs.FileInfo
}

// lookAtFiles finds the files of the program in a folder that the account which owns the
// folder cannot use, or that other accounts of the machine can read.
func (e examination) lookAtFiles(folder, whose string) []Finding {
	root, err := filepath.EvalSymlinks(folder) // systemd leads to its private folders by links
	if err != nil {
		return one("disk", Fault, err.Error(), "Look whether the disk is there and may be read.")
	}
	files, hidden, err := filesIn(root, e.Settings.HTTPS.Folder)
	if err != nil {
		return one("disk", Fault, "the files in "+folder+" cannot be listed: "+err.Error(), "Look whether the disk is there and may be read.")
	}
	info, err := os.Stat(root)
	if err != nil {
		return one("disk", Fault, err.Error(), "Look whether the disk is there and may be read.")
	}
	var foreign, locked, open []string
	for _, f := range files {
		switch {
		case !sameOwner(info, f.info):
			foreign = append(foreign, f.path)
		case !usedByOwner(f.info):
			locked = append(locked, f.path)
		}
		if forOthers() && f.info.Mode().Perm()&0o077 != 0 && isOpen(f, whose) {
			open = append(open, f.path)
		}
	}
	var findings []Finding
	if len(foreign) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Fault, Found: belongs(foreign) + " not belong to the account that owns " + folder + ": a server of that account cannot use " + them(foreign),
			ToDo: "sudo chown " + ownerInWords(info) + " " + quoted(foreign),
		})
	}
	if len(locked) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Fault, Found: "the account that owns " + folder + " may not read and write " + strings.Join(locked, ", "),
			ToDo: "sudo chmod u+rwX " + quoted(locked),
		})
	}
	if len(open) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Attention, Found: "other accounts of this machine can read " + strings.Join(open, ", ") + ", which has the phones of all customers",
			ToDo: "sudo chmod go= " + quoted(open) + advice(whose),
		})
	}
	if len(hidden) > 0 {
		findings = append(findings, Finding{
			Subject: "disk", State: Attention, Found: "this account may not look into " + strings.Join(hidden, ", "),
			ToDo: "Ask as the account that the server runs as, or with sudo.",
		})
	}
	return findings
}

func advice(whose string) string {
	if whose == "backups" {
		return "; or have them encrypted: AXIOMA_BACKUP_FOR (docs/operate/backup.md)."
	}
	return ""
}

// isOpen reports whether a file has what other accounts must not read: of the backups those
// that are not encrypted, of the data all that are files.
func isOpen(f file, whose string) bool {
	if f.info.IsDir() {
		return false
	}
	return whose != "backups" || strings.HasSuffix(f.path, ".db")
}

// ours reports whether the program has made a file of a data or backup folder, by its name.
// A folder may have files of others besides.
func ours(name string) bool {
	return strings.HasPrefix(name, "axioma.") || strings.HasPrefix(name, "axioma-") || strings.HasPrefix(name, "replaced-") || name == "certificates"
}

// filesIn lists the files and folders of the program in a folder, with those in the folders,
// and the folders that this account may not look into. A backup under way is left out.
func filesIn(root, certificates string) (files []file, hidden []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if path == root {
			return err
		}
		if errors.Is(err, fs.ErrPermission) {
			hidden = append(hidden, path)
			return nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if filepath.Dir(path) == root && !ours(entry.Name()) && path != certificates {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it has just gone
		}
		if err == nil && (info.Mode().IsRegular() || info.IsDir()) {
			files = append(files, file{path, info})
		}
		return err
	})
	return files, hidden, err
}

// sameOwner reports whether a file belongs to the account that its folder belongs to.
func sameOwner(folder, file fs.FileInfo) bool {
	owner, _, known := ownerOf(folder)
	its, _, alsoKnown := ownerOf(file)
	return !known || !alsoKnown || owner == its
}

// usedByOwner reports whether a file's mode lets its owner read and write it.
func usedByOwner(info fs.FileInfo) bool {
	const file, folder = 0o600, 0o700
	if info.IsDir() {
		return info.Mode().Perm()&folder == folder
	}
	return !forOthers() || info.Mode().Perm()&file == file
}

// ownerInWords is the owner and the group of a file as chown takes them: by name where they
// have one.
func ownerInWords(info fs.FileInfo) string {
	owner, group, _ := ownerOf(info)
	name, its := strconv.Itoa(int(owner)), strconv.Itoa(int(group))
	if account, err := user.LookupId(name); err == nil {
		name = account.Username
	}
	if known, err := user.LookupGroupId(its); err == nil {
		its = known.Name
	}
	return name + ":" + its
}

func belongs(paths []string) string {
	if len(paths) == 1 {
		return paths[0] + " does"
	}
	return fmt.Sprintf("%d files (%s) do", len(paths), strings.Join(paths, ", "))
}

func them(paths []string) string {
	if len(paths) == 1 {
		return "it"
	}
	return "them"
}

// quoted are paths as a shell reads them.
func quoted(paths []string) string {
	words := slices.Clone(paths)
	for i, path := range words {
		if strings.ContainsAny(path, " '\"\\$`&;|<>()*?[]#~!{}\t\n") {
			words[i] = "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
