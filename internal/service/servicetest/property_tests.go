package servicetest

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"
)

// Main runs the tests of a package with property tests and exits. Each property test plays historyCount random
// histories, unless -rapid.checks says otherwise.
func Main(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set(strconv.Itoa(historyCount())); err != nil {
			fmt.Fprintln(os.Stderr, "setting the number of random histories:", err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}

// historyCount is small because each step of a history writes to a real database.
func historyCount() int {
	if testing.Short() {
		return 5
	}
	return 30 * Effort()
}
