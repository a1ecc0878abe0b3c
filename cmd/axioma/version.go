package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

func version() string {
	return fmt.Sprintf("axioma %s %s %s/%s", sourceVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func sourceVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}
