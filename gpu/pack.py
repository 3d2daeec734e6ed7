"""pack.py OUT.c [GAME FILE]...: modules as a C array, each behind the name of its game (gpu.h)."""
import sys

out, *rest = sys.argv[1:]
pairs = list(zip(rest[::2], rest[1::2]))
with open(out, "w", encoding="ascii") as file:
    file.write('#include "gpu.h"\n\n')
    for i, (_, name) in enumerate(pairs):
        with open(name, "rb") as module:
            text = module.read() + b"\0"
        file.write(f"static const unsigned char module_{i}[] = {{{','.join(map(str, text))}}};\n")
    rows = "".join(f'\t{{"{game}", module_{i}}},\n' for i, (game, _) in enumerate(pairs))
    file.write(f"\nconst struct gpu_module gpu_modules[] = {{\n{rows}\t{{NULL, NULL}},\n}};\n")
