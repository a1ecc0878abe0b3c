package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// SecretFiles reads secrets from files, named by the variable plus _FILE, without trailing white space. A flag wins;
// file and variable together are refused.
func SecretFiles() kong.Option { return kong.Resolvers(kong.ResolverFunc(readSecretFile)) }

func readSecretFile(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	variable, path := secretFileOf(flag)
	if path == "" {
		return nil, nil
	}
	if _, set := os.LookupEnv(flag.Envs[0]); set {
		return nil, fmt.Errorf("%s and %s are both set: unset one of them", flag.Envs[0], variable)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the file of %s: %w", variable, err)
	}
	secret := strings.TrimRight(string(content), " \t\r\n")
	if secret == "" {
		return nil, errors.New("the file that " + variable + " names is empty: " + path)
	}
	return secret, nil
}

func secretFileOf(flag *kong.Flag) (variable, path string) {
	if !flag.Tag.Has("secret") || len(flag.Envs) == 0 {
		return "", ""
	}
	variable = flag.Envs[0] + "_FILE"
	return variable, os.Getenv(variable)
}
