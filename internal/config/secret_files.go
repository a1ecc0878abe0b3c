package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// SecretFiles lets each secret stand in a file, whose path is in the environment
// variable of the setting with _FILE behind it: a file has an owner, and does not
// appear where the environment of a program is listed. Blanks at its end are no part
// of the secret. A flag wins; file and variable together are refused.
func SecretFiles() kong.Option { return kong.Resolvers(kong.ResolverFunc(readSecretFile)) }

func readSecretFile(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	variable, path := secretFileOf(flag)
	if path == "" {
		return nil, nil
	}
	if _, set := os.LookupEnv(flag.Envs[0]); set {
		return nil, fmt.Errorf("%s and %s are both set: one of them is enough", flag.Envs[0], variable)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading what %s names: %w", variable, err)
	}
	secret := strings.TrimRight(string(content), " \t\r\n")
	if secret == "" {
		return nil, errors.New("the file that " + variable + " names is empty: " + path)
	}
	return secret, nil
}

// secretFileOf is the variable that says where the secret of a setting stands, and what it
// says; nothing of a setting that is no secret.
func secretFileOf(flag *kong.Flag) (variable, path string) {
	if !flag.Tag.Has("secret") || len(flag.Envs) == 0 {
		return "", ""
	}
	variable = flag.Envs[0] + "_FILE"
	return variable, os.Getenv(variable)
}
