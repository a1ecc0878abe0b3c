package architecture

import (
	"strings"
	"testing"
)

func TestUnit_Hardening_IsOn(t *testing.T) {
	mustHaveLines(t, "packaging/axioma.service",
		"DynamicUser=yes", "StateDirectoryMode=0700", "UMask=0077", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "PrivateDevices=yes",
		"NoNewPrivileges=yes", "MemoryDenyWriteExecute=yes", "CapabilityBoundingSet=", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "LimitCORE=0")
}

func TestReleaseWorkflow_SecurityChecks_Run(t *testing.T) {
	const release = ".github/workflows/release.yml"
	mustHaveLines(t, release,
		"uses: ./.github/workflows/test.yml", "needs: [test, dependencies]", "run: scripts/check-vulnerabilities", "run: scripts/check-licences")
	for _, part := range []string{"cosign sign-blob", "cosign sign --yes", "attest-build-provenance@", "anchore/sbom-action/download-syft@", "--sbom=true --provenance=true"} {
		if !strings.Contains(read(t, release), part) {
			t.Errorf("%s lacks %q", release, part)
		}
	}
	mustHaveLines(t, ".github/workflows/nightly.yml", "- run: make fuzz")
}

func mustHaveLines(t *testing.T, name string, lines ...string) {
	t.Helper()
	has := map[string]bool{}
	for line := range strings.Lines(read(t, name)) {
		has[strings.TrimSpace(line)] = true
	}
	for _, line := range lines {
		if !has[line] {
			t.Errorf("%s lacks the line %q", name, line)
		}
	}
}
