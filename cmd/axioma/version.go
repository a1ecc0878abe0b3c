package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version says what this program was built from: the tag of a release, or the commit
// and whether something was changed since.
func version() string {
	source := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		source = info.Main.Version
	}
	return fmt.Sprintf("axioma %s %s %s/%s", source, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
