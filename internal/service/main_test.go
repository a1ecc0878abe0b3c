package service_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"axioma/internal/service/servicetest"
)

// histories is how many random ones each property test plays, times the effort,
// unless -rapid.checks says otherwise: each step of one writes to a real database.
const histories = 30

func TestMain(m *testing.M) {
	flag.Parse()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set(strconv.Itoa(histories * servicetest.Effort())); err != nil {
			fmt.Fprintln(os.Stderr, "setting the number of random histories:", err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
