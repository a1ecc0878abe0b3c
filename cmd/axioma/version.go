package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version says what this program was built from: the tag of a release, or the commit
// and whether something was changed since.
func version() string {
	return fmt.Sprintf("axioma %s %s %s/%s", sourceVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// sourceVersion is the tag of the release, or the commit, that this program was built from.
func sourceVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
