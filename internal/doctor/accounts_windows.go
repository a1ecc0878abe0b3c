package doctor

import "io/fs"

// forOthers reports that a file's mode says nothing of other accounts.
func forOthers() bool { return false }

// ownerOf knows of no owners.
func ownerOf(fs.FileInfo) (owner, group uint32, known bool) { return 0, 0, false }

// mayWrite does not know.
func mayWrite(string) error { return nil }
